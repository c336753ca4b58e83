#!/usr/bin/python3
"""A bare WebKitGTK window for WebKitWebDriver, with mock cameras and a log of the pages' console messages and failures.

Usage: webkit-window.py LOG SCRIPT DOWNLOADS LOADS light|dark reduce|no-preference
LOG gets one JSON object a line: {"kind", "path", "text"}. The driver silences the standard output of the browser that it starts.
LOADS gets a line for every load that begins, is committed or ends, and for every file of a page that is requested or ends.
SCRIPT runs in every page before the page's own scripts. DOWNLOADS is the folder for what the pages save.
"""
import json
import os
import sys
import time

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 1280, 800
SETTINGS = {
    'enable-media-stream': True,
    'enable-mock-capture-devices': True,
    # Safari's default.
    'enable-tabs-to-links': False,
    'enable-webgl': True,
    'media-playback-requires-user-gesture': False,
}
# Runs before the page's own scripts. WebKit offers no other way to read the console of an automated window.
LISTEN = """
(() => {
  const describe = (value) => {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const tell = (kind, ...values) => {
    window.webkit.messageHandlers.log.postMessage(JSON.stringify({ kind, path: location.pathname, text: values.map(describe).join(' ') }));
  };
  for (const level of ['error', 'warn']) {
    const original = console[level];
    console[level] = function (...values) {
      tell(`console.${level}`, ...values);
      return original.apply(this, values);
    };
  }
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof Element) tell('not loaded', target.src || target.href || target.tagName);
      else tell('uncaught', event.error ?? event.message);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => tell('unhandled rejection', event.reason));
  document.addEventListener('securitypolicyviolation', (event) => tell('policy', event.violatedDirective, event.blockedURI));
  // Requests that a navigation aborts are not failures of the page that was left.
  addEventListener('pagehide', () => tell('left'));
})();
"""

log = open(sys.argv[1], 'a', buffering=1, encoding='utf-8')
with open(sys.argv[2], encoding='utf-8') as file:
    page_script = file.read()
settings = WebKit2.Settings()
for name, value in SETTINGS.items():
    settings.set_property(name, value)
context = WebKit2.WebContext(website_data_manager=WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
windows = []
downloads = sys.argv[3]
desktop = Gtk.Settings.get_default()
loads = open(sys.argv[4], 'a', buffering=1, encoding='utf-8')
desktop.set_property('gtk-application-prefer-dark-theme', sys.argv[5] == 'dark')
desktop.set_property('gtk-enable-animations', sys.argv[6] != 'reduce')


def note(kind, text):
    log.write(json.dumps({'kind': kind, 'path': '', 'text': text}) + '\n')


def note_load(step, address):
    loads.write(f'{time.strftime("%H:%M:%S")} {step} {address}\n')


def note_file(_view, resource, request):
    address = request.get_uri()
    note_load('requested', address)
    resource.connect('failed', lambda _resource, error: note_load('failed', f'{address}: {error.message}'))
    resource.connect('finished', lambda _resource: note_load('ended', address))


def allow(_view, request):
    request.allow()
    return True


def save(download, name):
    download.set_destination('file://' + os.path.join(downloads, os.path.basename(name)))
    return True


def make_view(_session):
    manager = WebKit2.UserContentManager()
    manager.connect('script-message-received::log', lambda _manager, result: log.write(result.get_js_value().to_string() + '\n'))
    manager.register_script_message_handler('log')
    for text in (LISTEN, page_script):
        script = WebKit2.UserScript.new(
            text, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
        )
        manager.add_script(script)
    view = WebKit2.WebView(
        web_context=context, settings=settings, user_content_manager=manager, is_controlled_by_automation=True
    )
    view.connect('permission-request', allow)
    view.connect('load-changed', lambda view, event: note_load(f'load {event.value_nick}', view.get_uri()))
    view.connect('resource-load-started', note_file)
    view.connect('web-process-terminated', lambda _view, reason: note('crash', str(reason)))
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    windows.append(window)
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    # The name that the driver requests.
    info.set_name('MiniBrowser')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', make_view)


context.connect('download-started', lambda _context, download: download.connect('decide-destination', save))
context.connect('automation-started', start)
Gtk.main()
