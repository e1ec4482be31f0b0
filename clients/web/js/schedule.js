/**
 * Which pages of a playlist are due, as the daemon decides it. A screen without a daemon follows the
 * schedules by itself. docs/reference/BOOKS.md describes them.
 */

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MINUTES_OF_DAY = 1440;

/**
 * Returns the pages of a playlist that are due.
 * @param {{page: string, enabled?: boolean, schedule?: object|null}[]} playlist
 * @param {number} time in milliseconds since 1970 @returns {string[]}
 */
export function duePages(playlist, time) {
  return playlist.filter(({ enabled, schedule }) => enabled !== false && isDue(schedule, time))
    .map(({ page }) => page);
}

/** @param {object|null|undefined} schedule @param {number} time */
export function isDue(schedule, time) {
  if (!schedule) return true;
  const now = local(time, schedule.timeZone);
  if (now === null) return false;
  const ranges = (schedule.hours ?? ['00:00-24:00']).map(rangeOfHours);
  const holds = (minute) => ranges.some(([start, end]) => minute >= start && minute < end);
  const yesterday = new Date(now.day);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  return (holds(now.minute) && matches(schedule, now.day))
    || (holds(now.minute + MINUTES_OF_DAY) && matches(schedule, yesterday));
}

/**
 * Returns the day, as midnight in UTC, and the minute of the day in a time zone.
 * @param {number} time @param {string|null|undefined} timeZone undefined for the browser's
 * @returns {{day: Date, minute: number}|null} null for an unknown time zone
 */
function local(time, timeZone) {
  const options = {
    timeZone: timeZone ?? undefined, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn',
    year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric',
  };
  try {
    const parts = new Intl.DateTimeFormat('en', options).formatToParts(time);
    const part = (name) => Number(parts.find(({ type }) => type === name)?.value);
    const day = new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
    return { day, minute: part('hour') * 60 + part('minute') };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the first minute of a range such as `22:00-02:00`, and the minute after its last. */
function rangeOfHours(text) {
  const [start, end] = text.split('-').map((time) => {
    const [hour, minute] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return [start, end > start ? end : end + MINUTES_OF_DAY];
}

/** Returns whether a day is one of a schedule. @param {object} schedule @param {Date} day */
function matches({ days, dates }, day) {
  if (Array.isArray(days) && !days.includes(DAYS[(day.getUTCDay() + 6) % 7])) return false;
  if (!Array.isArray(dates)) return true;
  const text = day.toISOString().slice(0, 10);
  return dates.some((date) => {
    const [first, last = first] = date.split('..');
    // Dates in this form sort like texts; those without a year occur in every year.
    const own = first.length === 5 ? text.slice(5) : text;
    return first <= last ? first <= own && own <= last : own >= first || own <= last;
  });
}
