import type { SettingInForce, SettingsGroup } from '../config/settings-in-force.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { OwnerPage } from '../owner-room/owner-document.ts';
import { scrollTable } from '../owner-room/owner-words.ts';

export const SETTINGS_PATH = '/owner/settings';

function valueOf({ value, isSecret, isSet }: SettingInForce): string {
  if (isSecret) return isSet ? 'set' : 'not set';
  return value === null ? 'none' : `<code>${escapeHtml(value)}</code>`;
}

const row = (setting: SettingInForce): string =>
  `<tr><th scope="row"><code>${setting.name}</code></th><td class="why">${valueOf(setting)}</td><td class="why">${setting.isSet ? 'environment' : 'default'}</td></tr>`;

/** Every setting as this process uses it. Of a secret only whether it is set. */
export function settingsPage(groups: readonly SettingsGroup[]): OwnerPage {
  const sections = groups.map(
    ({ title, settings }) =>
      `<section><h2>${title}</h2>${scrollTable(title, ['Setting', 'Value', 'From'], settings.map(row))}</section>`,
  );
  return {
    title: 'Settings',
    parts: [
      '<p>The settings with which this process was started. They come from its environment and change with a restart. The values of secrets are never shown.</p>',
      ...sections,
    ],
  };
}
