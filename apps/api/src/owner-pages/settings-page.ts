import type { SettingInForce, SettingsGroup } from '../config/settings-in-force.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { OwnerPage } from '../owner-room/owner-document.ts';

export const SETTINGS_PATH = '/owner/settings';

function valueOf({ value, isSecret, isSet }: SettingInForce): string {
  if (isSecret) return isSet ? 'set' : 'not set';
  return value === null ? 'none' : `<code>${escapeHtml(value)}</code>`;
}

const fact = (setting: SettingInForce): string =>
  `<div><dt><code>${setting.name}</code></dt><dd>${valueOf(setting)}${setting.isSet || setting.isSecret ? '' : ' (default)'}</dd></div>`;

/** Every setting as this process uses it; for a secret, only whether it is set. */
export function settingsPage(groups: readonly SettingsGroup[]): OwnerPage {
  const sections = groups.map(
    ({ title, settings }) => `<section><h2>${title}</h2><dl class="facts">${settings.map(fact).join('')}</dl></section>`,
  );
  return {
    title: 'Settings',
    parts: [
      '<p>The settings with which this process was started. They come from its environment and change with a restart. The values of secrets are never shown.</p>',
      ...sections,
    ],
  };
}
