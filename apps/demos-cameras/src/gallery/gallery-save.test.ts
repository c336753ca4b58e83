import { createGallerySave } from './gallery-save.ts';
import { aStoredPicture } from './stored-picture.factory.ts';

let requests: { method: string; path: string; key: string | undefined; token: string | undefined }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

const saved =
  (id: string, status = 'listed') =>
  () =>
    new Response(JSON.stringify({ ...aStoredPicture(id), deleteToken: `token-${id}`, status }), { status: 201 });
const refused = (status: number) => () => new Response('{}', { status });
const removed = () => new Response(null, { status: 204 });

function aSave() {
  const onChanged = jest.fn();
  return { save: createGallerySave({ exhibit: 'collage', onChanged }), onChanged };
}
const aPicture = () => new Blob(['picture'], { type: 'image/jpeg' });

beforeEach(() => {
  requests = [];
  answers = [];
  Object.defineProperty(crypto, 'randomUUID', { value: () => `key-${Math.random()}`, configurable: true });
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const headers = (init?.headers ?? {}) as Record<string, string>;
    requests.push({
      method: init?.method ?? 'GET',
      path: String(path),
      key: headers['Idempotency-Key'],
      token: headers['X-Delete-Token'],
    });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

test('a picture is saved, the list refreshed, and it can be removed', async () => {
  const { save, onChanged } = aSave();
  answers = [saved('a'), removed];
  const saving = save.save(aPicture(), 20);
  expect(save.getState().status).toBe('saving');
  await saving;
  expect(save.getState()).toEqual({ status: 'saved', reason: null, canRemove: true, isHeld: false });
  await save.remove();
  expect(save.getState()).toEqual({ status: 'removed', reason: null, canRemove: false, isHeld: false });
  expect(requests[1]).toMatchObject({ method: 'DELETE', path: '/api/kaleidoscope-submissions/a', token: 'token-a' });
  expect(onChanged).toHaveBeenCalledTimes(2);
});

test('a failed save says why, keeps the picture, and is sent again under the same key', async () => {
  const { save, onChanged } = aSave();
  answers = [refused(503), saved('a')];
  await save.save(aPicture(), 20);
  expect(save.getState()).toEqual({ status: 'error', reason: 'Failed to save submission', canRemove: false, isHeld: false });
  expect(onChanged).not.toHaveBeenCalled();
  await save.retry();
  expect(save.getState().status).toBe('saved');
  expect(requests[1]?.key).toBe(requests[0]?.key);
});

test('if the server cannot be reached, the reason is the connection', async () => {
  const { save } = aSave();
  await save.save(aPicture(), 20);
  expect(save.getState().reason).toBe('No response: check the connection');
});

test('a retake is saved under its own key, and then the old picture is removed with its token', async () => {
  const { save } = aSave();
  answers = [saved('old'), saved('new'), removed];
  await save.save(aPicture(), 20);
  await save.save(aPicture(), 20);
  expect(requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'POST kaleidoscope-submissions',
    'POST kaleidoscope-submissions',
    'DELETE old',
  ]);
  expect(requests[1]?.key).not.toBe(requests[0]?.key);
  expect(requests[2]?.token).toBe('token-old');
  expect(save.getState()).toEqual({ status: 'saved', reason: null, canRemove: true, isHeld: false });
});

test('a retake during the first save waits for it, so that the gallery never keeps both', async () => {
  const { save } = aSave();
  answers = [saved('old'), saved('new'), removed];
  await Promise.all([save.save(aPicture(), 20), save.save(aPicture(), 20)]);
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  expect(requests[2]?.path).toMatch(/old$/);
});

test('a retake that cannot be saved leaves the old picture in the gallery, where it can still be removed', async () => {
  const { save } = aSave();
  answers = [saved('old'), refused(500)];
  await save.save(aPicture(), 20);
  await save.save(aPicture(), 20);
  expect(save.getState()).toEqual({ status: 'error', reason: 'Failed to save submission', canRemove: true, isHeld: false });
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('a removal that is refused says so and can be tried again', async () => {
  const { save } = aSave();
  answers = [saved('a'), refused(500), removed];
  await save.save(aPicture(), 20);
  await save.remove();
  expect(save.getState()).toEqual({ status: 'removal-failed', reason: null, canRemove: true, isHeld: false });
  await save.remove();
  expect(save.getState().status).toBe('removed');
});

/** A saved picture, a retake whose save is still pending, and a request to remove it. */
async function removedWhileSaving(answer: () => Response) {
  const { save } = aSave();
  answers = [saved('old')];
  await save.save(aPicture(), 20);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answers = [() => held.then(answer), removed, removed];
  const retaken = save.save(aPicture(), 20);
  expect(save.getState()).toMatchObject({ status: 'saving', canRemove: true });
  const removal = save.remove();
  expect(save.getState().status).toBe('removing');
  release();
  await Promise.all([retaken, removal]);
  return { state: save.getState(), sent: requests.slice(1).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`) };
}

test('after a removal while a retake is being saved, neither the old nor the new picture is in the gallery', async () => {
  const { state, sent } = await removedWhileSaving(saved('new'));
  expect(sent).toEqual(['POST kaleidoscope-submissions', 'DELETE old', 'DELETE new']);
  expect(state).toEqual({ status: 'removed', reason: null, canRemove: false, isHeld: false });
});

test('a removal after a retake that could not be saved removes the old picture', async () => {
  const { state, sent } = await removedWhileSaving(refused(500));
  expect(sent).toEqual(['POST kaleidoscope-submissions', 'DELETE old']);
  expect(state).toEqual({ status: 'removed', reason: null, canRemove: false, isHeld: false });
});

test('a removal after a save whose response had no id does not claim that the picture is gone', async () => {
  const { state, sent } = await removedWhileSaving(() => new Response('{"ok":true}', { status: 201 }));
  expect(sent).toEqual(['POST kaleidoscope-submissions', 'DELETE old']);
  expect(state).toEqual({ status: 'removal-failed', reason: null, canRemove: false, isHeld: false });
});

test('the next picture starts from scratch and removes nothing; a late response to the last one changes nothing', async () => {
  const { save } = aSave();
  answers = [saved('first'), saved('second')];
  const late = save.save(aPicture(), 20);
  save.reset();
  expect(save.getState().status).toBe('idle');
  await late;
  expect(save.getState()).toEqual({ status: 'idle', reason: null, canRemove: false, isHeld: false });
  await save.save(aPicture(), 20);
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('a picture that waits for the owner’s approval is reported as held', async () => {
  const { save } = aSave();
  answers = [saved('a', 'held')];
  await save.save(aPicture(), 20);
  expect(save.getState()).toEqual({ status: 'saved', reason: null, canRemove: true, isHeld: true });
});
