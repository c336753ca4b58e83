import type { EffectiveSetting, SettingsGroup } from '../config/effective-settings.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { OwnerPage } from '../owner-area/owner-document.ts';

export const SETTINGS_PATH = '/owner/settings';

function valueOf({ value, isSecret, isSet }: EffectiveSetting): string {
  if (isSecret) return isSet ? 'set' : 'not set';
  return value === null ? 'none' : `<code>${escapeHtml(value)}</code>`;
}

const fact = (setting: EffectiveSetting): string =>
  `<div><dt><code>${setting.name}</code></dt><dd>${valueOf(setting)}${setting.isSet || setting.isSecret ? '' : ' (default)'}</dd></div>`;

/** Every setting as this process uses it; for a secret, only whether it is set. */
export function settingsPage(groups: readonly SettingsGroup[]): OwnerPage {
  const sections = groups.map(
    ({ title, settings }) => `<section><h2>${title}</h2><dl class="facts">${settings.map(fact).join('')}</dl></section>`,
  );
  return {
    title: 'Settings',
    parts: [
      '<p>The settings with which this process was started. They come from its environment; changes take effect after a restart. The values of secrets are never shown.</p>',
      ...sections,
    ],
  };
}
