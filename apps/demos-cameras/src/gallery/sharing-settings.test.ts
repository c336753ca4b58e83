import shipped from '../../content/gallery.json';
import { parseSharingSettings } from './sharing-settings.ts';

const FILE = 'content/gallery.json';

test('the settings in the folder are valid, and so is their opposite', () => {
  const { shareByDefault } = parseSharingSettings(shipped, FILE);
  expect(parseSharingSettings({ shareByDefault: !shareByDefault }, FILE)).toEqual({ shareByDefault: !shareByDefault });
});

test.each([
  [null],
  [{}],
  [{ shareByDefault: 'false' }],
  [{ sharebydefault: true }],
  [{ shareByDefault: true, exhibit: 'garden' }],
])('rejects %j and says what the file must contain', (value) => {
  expect(() => parseSharingSettings(value, FILE)).toThrow(
    'content/gallery.json: must contain shareByDefault, true or false, and nothing else',
  );
});
