// The browser engines besides Chromium that the tests drive, and the Debian packages that they come from.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { which } from './command.mjs';

const GTK_BINDINGS =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
/** Debian's Python, whatever other Python is first on the path. */
const hasGtkBindings = () => spawnSync('/usr/bin/python3', ['-c', GTK_BINDINGS], { stdio: 'ignore' }).status === 0;

export const WEBKIT = {
  name: 'webkit',
  title: 'WebKit',
  packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  isInstalled: () => ['WebKitWebDriver', 'Xvfb'].every(which) && hasGtkBindings(),
};

export const FIREFOX = {
  name: 'firefox',
  title: 'Firefox',
  packages: ['firefox-esr', 'xvfb'],
  // What tests/support/engines/open-engine.ts starts.
  isInstalled: () => existsSync(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr') && Boolean(which('Xvfb')),
};
