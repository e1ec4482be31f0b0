#define _POSIX_C_SOURCE 200809L
#include "pagerd_plugin.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

struct shown {
    char id[65];
    struct shown *next;
    long long due;
};

/* A message that arrived while the plugin waited for a reply. */
struct kept {
    char *text;
    struct kept *next;
};

struct pagerd_plugin {
    const char *name;
    struct kept *kept, **last_kept;
    const struct pagerd_page *page;
    void *socket;
    struct shown *shown;
    long number;
    /* The lease, and the times of the last sent and received messages, in milliseconds. */
    long long lease, spoke, heard;
    int is_attached, is_over, status;
};

static volatile sig_atomic_t was_signalled;

static void signalled(int number) { was_signalled = number; }

static long long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void end(pagerd_plugin *plugin, int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (status != 0) {
        fprintf(stderr, "%s: ", plugin->name);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
    }
    va_end(arguments);
    plugin->is_over = 1;
    plugin->status = status;
}

/* Returns a formatted text of any length. */
static char *text_of(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = malloc((size_t)length + 1);
    if (!text)
        abort();
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

/* Sends a text and frees it. */
static void say(pagerd_plugin *plugin, char *text) {
    zmq_pollitem_t item = {plugin->socket, -1, ZMQ_POLLOUT, 0};
    if (zmq_poll(&item, 1, plugin->is_attached ? 1000 : 5000) < 1 ||
        zmq_send(plugin->socket, text, strlen(text), ZMQ_DONTWAIT) < 0)
        end(plugin, 1, plugin->is_attached ? "the daemon no longer receives messages"
                                           : "no process listens at the plugins socket");
    plugin->spoke = now_ms();
    free(text);
}

void pagerd_plugin_tell(pagerd_plugin *plugin, const char *method, const char *params) {
    say(plugin, text_of("{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"%s\",\"params\":%s}",
                        ++plugin->number, method, params ? params : "{}"));
}

void pagerd_plugin_set_content(pagerd_plugin *plugin, const char *id, const char *content) {
    char *params = text_of("{\"id\":\"%s\",\"content\":%s}", id, content);
    pagerd_plugin_tell(plugin, "controller.update", params);
    free(params);
}

void pagerd_plugin_set_text(pagerd_plugin *plugin, const char *id, const char *text) {
    char *quoted = pagerd_json_quote(text);
    char *content = text_of("{\"type\":\"text/plain\",\"body\":%s}", quoted ? quoted : "\"\"");
    pagerd_plugin_set_content(plugin, id, content);
    free(content);
    free(quoted);
}

static void hide(pagerd_plugin *plugin, const char *id) {
    for (struct shown **at = &plugin->shown; *at; at = &(*at)->next)
        if (strcmp((*at)->id, id) == 0) {
            struct shown *gone = *at;
            *at = gone->next;
            free(gone);
            return;
        }
}

static void show(pagerd_plugin *plugin, const char *id) {
    hide(plugin, id);
    struct shown *page = calloc(1, sizeof *page);
    if (!page)
        abort();
    snprintf(page->id, sizeof page->id, "%s", id);
    page->due = now_ms();
    page->next = plugin->shown;
    plugin->shown = page;
}

static void take_event(pagerd_plugin *plugin, const char *id, const char *event,
                       const char *payload) {
    if (strcmp(event, "viewWillAppear") == 0)
        show(plugin, id);
    else if (strcmp(event, "viewDidDisappear") == 0 || strcmp(event, "destroyed") == 0)
        hide(plugin, id);
    if (plugin->page->event)
        plugin->page->event(plugin, id, event, payload);
}

/* Handles an event at a path of a message. Returns 0 if there is none. */
static int take_event_at(pagerd_plugin *plugin, const char *message, const char *path) {
    size_t length;
    const char *found = pagerd_json_find(message, path, &length);
    if (!found)
        return 0;
    char *payload = text_of("%.*s", (int)length, found);
    char *id = pagerd_json_string(payload, "subject");
    char *event = pagerd_json_string(payload, "event");
    if (id && event)
        take_event(plugin, id, event, payload);
    free(id);
    free(event);
    free(payload);
    return 1;
}

/* Handles the record of a page. Pages that were already visible get a `viewWillAppear`. */
static int take_record(pagerd_plugin *plugin, const char *reply, int index) {
    char path[64];
    snprintf(path, sizeof path, "result.controllers.%d.id", index);
    char *id = pagerd_json_string(reply, path);
    if (!id)
        return 0;
    snprintf(path, sizeof path, "result.controllers.%d.appearance", index);
    char *appearance = pagerd_json_string(reply, path);
    int is_shown = 0;
    for (struct shown *page = plugin->shown; page; page = page->next)
        is_shown |= strcmp(page->id, id) == 0;
    if (!is_shown && appearance && strcmp(appearance, "disappeared") != 0)
        take_event(plugin, id, "viewWillAppear", "{}");
    free(appearance);
    free(id);
    return 1;
}

static void take(pagerd_plugin *plugin, const char *message);

static void take_kept(pagerd_plugin *plugin) {
    while (plugin->kept) {
        struct kept *first = plugin->kept;
        plugin->kept = first->next;
        if (!plugin->is_over)
            take(plugin, first->text);
        free(first->text);
        free(first);
    }
    plugin->last_kept = &plugin->kept;
}

static void keep(pagerd_plugin *plugin, char *text) {
    struct kept *message = calloc(1, sizeof *message);
    if (!message)
        abort();
    message->text = text;
    *plugin->last_kept = message;
    plugin->last_kept = &message->next;
}

static char *received(zmq_msg_t *message) {
    return text_of("%.*s", (int)zmq_msg_size(message), (char *)zmq_msg_data(message));
}

/* Returns the reply to a request, or NULL if there is none. Other messages are kept for later. The
 * caller frees the reply. */
static char *ask(pagerd_plugin *plugin, const char *method, const char *params) {
    long long end_at = now_ms() + 5000;
    char *reply = NULL;
    pagerd_plugin_tell(plugin, method, params);
    while (!plugin->is_over && !reply && now_ms() < end_at) {
        zmq_pollitem_t item = {plugin->socket, -1, ZMQ_POLLIN, 0};
        zmq_msg_t message;
        zmq_poll(&item, 1, (long)(end_at - now_ms()));
        zmq_msg_init(&message);
        while (!reply && zmq_msg_recv(&message, plugin->socket, ZMQ_DONTWAIT) >= 0) {
            if (zmq_msg_size(&message) == 0)
                continue; /* The delimiter of a peer that sends one. */
            char *text = received(&message);
            plugin->heard = now_ms();
            if (pagerd_json_number(text, "id", -1) == plugin->number)
                reply = text;
            else
                keep(plugin, text);
        }
        zmq_msg_close(&message);
    }
    size_t length;
    if (reply && !pagerd_json_find(reply, "result", &length)) {
        char *error = pagerd_json_string(reply, "error.message");
        end(plugin, 1, "%s: %s", method, error ? error : "no result");
        free(error);
        free(reply);
        return NULL;
    }
    if (!reply && !plugin->is_over)
        end(plugin, 1, "no reply to %s", method);
    return reply;
}

/* Handles the events of a list, up to a seq. */
static void take_events(pagerd_plugin *plugin, const char *reply, const char *list, double last) {
    char path[64];
    for (int at = 0, found = 1; found; at++) {
        snprintf(path, sizeof path, "%s.%d.seq", list, at);
        if (pagerd_json_number(reply, path, 0) > last)
            return; /* This event arrives as a message. */
        snprintf(path, sizeof path, "%s.%d", list, at);
        found = take_event_at(plugin, reply, path);
    }
}

/* Requests and handles the missed events that did not fit into the reply to the registration. */
static void take_missed(pagerd_plugin *plugin, const char *name, double since, double last) {
    while (since >= 0 && since < last && !plugin->is_over) {
        char *params = text_of("{\"since\":%.0f,\"plugin\":%s}", since, name);
        char *reply = ask(plugin, "events.replay", params);
        free(params);
        if (!reply)
            return;
        take_events(plugin, reply, "result.events", last);
        since = pagerd_json_number(reply, "result.next", -1);
        free(reply);
    }
}

static void registered(pagerd_plugin *plugin, const char *reply) {
    char *own = pagerd_json_string(reply, "result.name");
    char *name = pagerd_json_quote(own ? own : plugin->name);
    char *reason = pagerd_json_string(reply, "result.missed.reason");
    char *after = pagerd_json_string(reply, "result.next");
    double last = pagerd_json_number(reply, "result.seq", 0);
    plugin->is_attached = 1;
    plugin->lease = (long long)(pagerd_json_number(reply, "result.lease", 10) * 1000);
    take_events(plugin, reply, "result.missed.events", last);
    if (!reason)
        take_missed(plugin, name, pagerd_json_number(reply, "result.missed.next", -1), last);
    for (int at = 0; take_record(plugin, reply, at);)
        at++;
    while (after && !plugin->is_over) {
        char *params = text_of("{\"name\":%s,\"after\":\"%s\"}", name, after);
        char *page = ask(plugin, "plugin.controllers", params);
        free(params);
        free(after);
        /* The records of the page are newer than these messages. */
        take_kept(plugin);
        after = page ? pagerd_json_string(page, "result.next") : NULL;
        for (int at = 0; page && take_record(plugin, page, at);)
            at++;
        free(page);
    }
    take_kept(plugin);
    free(after);
    free(reason);
    free(name);
    free(own);
}

static void take_reply(pagerd_plugin *plugin, const char *reply) {
    char *error = pagerd_json_string(reply, "error.message");
    if (!plugin->is_attached) {
        if (error)
            end(plugin, 1, "%s", error);
        else
            registered(plugin, reply);
    } else if (error) {
        char *name = pagerd_json_string(reply, "error.data.name");
        fprintf(stderr, "%s: refused: %s\n", plugin->name, error);
        /* The plugin is lost or the daemon is new: a new registration catches up. */
        if (name && (strcmp(name, "pluginGone") == 0 || strcmp(name, "invalidRequest") == 0))
            end(plugin, 1, "the daemon no longer knows the plugin");
        free(name);
    }
    free(error);
}

static void answer(pagerd_plugin *plugin, const char *request) {
    const struct pagerd_page *page = plugin->page;
    char *number = pagerd_json_string(request, "id");
    char *question = pagerd_json_string(request, "params.question");
    char *id = pagerd_json_string(request, "params.controller");
    size_t length = 0;
    const char *found = pagerd_json_find(request, "params", &length);
    char *params = text_of("%.*s", (int)length, found ? found : "");
    char *given = NULL;
    if (question && strcmp(question, "contentFor") == 0)
        given = page->content ? page->content(plugin, id ? id : "") : NULL;
    else if (question && page->decide)
        given = page->decide(plugin, id ? id : "", question, params);
    if (number && (given || (question && strcmp(question, "contentFor") == 0)))
        say(plugin, text_of("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{\"answer\":%s}}",
                            number, given ? given : "null"));
    else if (number)
        say(plugin, text_of("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"error\":{\"code\":-32000,"
                            "\"message\":\"no answer\"}}",
                            number));
    free(given);
    free(params);
    free(id);
    free(question);
    free(number);
}

static void take(pagerd_plugin *plugin, const char *message) {
    char *method = pagerd_json_string(message, "method");
    plugin->heard = now_ms();
    if (!method)
        take_reply(plugin, message);
    else if (strcmp(method, "event") == 0)
        take_event_at(plugin, message, "params");
    else if (strcmp(method, "decide") == 0)
        answer(plugin, message);
    else if (strcmp(method, "shutdown") == 0)
        end(plugin, 0, "");
    free(method);
}

static void receive(pagerd_plugin *plugin) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    while (!plugin->is_over && zmq_msg_recv(&message, plugin->socket, ZMQ_DONTWAIT) >= 0) {
        if (zmq_msg_size(&message) == 0)
            continue; /* The delimiter of a peer that sends one. */
        char *text = received(&message);
        take(plugin, text);
        free(text);
    }
    zmq_msg_close(&message);
}

/* Runs the due ticks and heartbeats. Returns the milliseconds until the next one. */
static long work(pagerd_plugin *plugin) {
    /* A signal that arrives between the check and the poll is noticed after this time at the
     * latest. */
    long long now = now_ms(), next = now + 500;
    if (plugin->is_attached && now - plugin->spoke >= plugin->lease / 3)
        pagerd_plugin_tell(plugin, "plugin.heartbeat", NULL);
    if (plugin->is_attached && now - plugin->heard >= plugin->lease)
        end(plugin, 1, "the daemon has sent nothing for a whole lease");
    for (struct shown *page = plugin->shown, *after; page; page = after) {
        after = page->next;
        if (!plugin->page->tick || plugin->page->tick_ms <= 0)
            continue;
        if (page->due <= now) {
            page->due = now + plugin->page->tick_ms;
            plugin->page->tick(plugin, page->id);
        }
        next = page->due < next ? page->due : next;
    }
    return next > now ? (long)(next - now) : 0;
}

/* Adds the words of a text to a list of JSON strings, which is freed. */
static char *list_of(char *list, const char *words) {
    for (size_t length; words && *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        char *longer = text_of("%s%s\"%.*s\"", list, *list ? "," : "", (int)length, words);
        free(list);
        list = longer;
    }
    return list;
}

static void attach(pagerd_plugin *plugin) {
    const struct pagerd_page *page = plugin->page;
    char *decisions = list_of(text_of(""), page->content ? "contentFor" : NULL);
    decisions = list_of(decisions, page->decide ? page->decides : NULL);
    char *params = text_of("{\"name\":\"%s\",\"kinds\":[\"%s\"],\"decisions\":[%s]}",
                           plugin->name, page->kind, decisions);
    pagerd_plugin_tell(plugin, "plugin.register", params);
    free(params);
    free(decisions);
}

int pagerd_plugin_run(const char *name, const struct pagerd_page *page) {
    pagerd_plugin plugin = {.name = getenv("PAGERD_PLUGIN"), .page = page};
    plugin.last_kept = &plugin.kept;
    struct sigaction action = {.sa_handler = signalled};
    char endpoint[256];
    int linger = 200, one = 1;
    plugin.name = plugin.name && *plugin.name ? plugin.name : name;
    if (pagerd_endpoint("plugins", NULL, endpoint, sizeof endpoint) != 0) {
        fprintf(stderr, "%s: %s\n", plugin.name, endpoint);
        return 1;
    }
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    void *context = zmq_ctx_new();
    plugin.socket = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(plugin.socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(plugin.socket, ZMQ_IMMEDIATE, &one, sizeof one);
    if (zmq_connect(plugin.socket, endpoint) != 0)
        end(&plugin, 1, "cannot connect to %s: %s", endpoint, zmq_strerror(zmq_errno()));
    else
        attach(&plugin);
    plugin.heard = now_ms();
    while (!plugin.is_over && !was_signalled) {
        zmq_pollitem_t item = {plugin.socket, -1, ZMQ_POLLIN, 0};
        zmq_poll(&item, 1, work(&plugin));
        receive(&plugin);
    }
    while (plugin.shown)
        hide(&plugin, plugin.shown->id);
    zmq_close(plugin.socket);
    zmq_ctx_term(context);
    return plugin.status;
}
