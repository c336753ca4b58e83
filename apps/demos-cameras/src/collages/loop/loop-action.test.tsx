import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../../../../tools/jest/render-page.tsx';
import { grid } from '../../engine/layouts.ts';
import { LoopButton, LoopStatus } from './loop-action.tsx';
import type { LoopRequest, LoopReport } from './loop.worker.ts';
import { useLoop } from './use-loop.ts';

const LAYOUT = grid(2, 1, { width: 200, height: 100 });
const aPicture = (text: string) => new Blob([text], { type: 'image/jpeg' });

/** Replaces the worker, which needs a browser; `tests/e2e/camera-loop.spec.ts` uses the real one. */
class StandIn extends EventTarget {
  readonly requests: LoopRequest[] = [];
  isOver = false;
  postMessage = (request: LoopRequest) => void this.requests.push(request);
  terminate = () => void (this.isOver = true);
  report = (data: LoopReport) => act(async () => void this.dispatchEvent(new MessageEvent('message', { data })));
}
let workers: StandIn[];
let saved: string[];

const [first, retaken] = [aPicture('first'), aPicture('retaken')];

/** A panel whose picture gets a retaken tile. */
function Panel() {
  const [picture, setPicture] = useState(first);
  const loop = useLoop(picture, LAYOUT, 2);
  return (
    <>
      <LoopButton loop={loop} fileName={() => 'collage.gif'} />
      <LoopStatus loop={loop} />
      <button
        onClick={() => {
          loop.cancel();
          setPicture(retaken);
        }}
      >
        Retake
      </button>
    </>
  );
}

beforeEach(() => {
  workers = [];
  saved = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  Object.assign(window, { OffscreenCanvas: jest.fn() });
  Object.assign(URL, { createObjectURL: () => 'blob:loop', revokeObjectURL: () => {} });
});
afterEach(() => jest.restoreAllMocks());

function show() {
  return renderPage(<Panel />, {
    startWorker: async () => {
      const worker = new StandIn();
      workers.push(worker);
      // A cast, because a stand-in has only what the page uses.
      return worker as unknown as Worker;
    },
  });
}
const press = (name: string, detail = 1) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name }), { detail }));
const file = new Blob([new Uint8Array(1_260_000)], { type: 'image/gif' });

test('shows its progress, downloads the loop, and does not make it again', async () => {
  show();
  await press('Download as a loop');
  expect(screen.getByRole('status').textContent).toBe('Making the loop: 0%');
  await workers[0]!.report({ done: 0.49 });
  expect(screen.getByRole('status').textContent).toBe('Making the loop: 40%');
  await workers[0]!.report({ file });
  expect(screen.getByRole('status').textContent).toBe('The loop is ready: 1.3 MB');
  expect(workers[0]!.requests.map((request) => [request.picture, request.plan.frames.length])).toEqual([[first, 2]]);
  expect(workers[0]!.isOver).toBe(true);
  await press('Download as a loop');
  expect(saved).toEqual(['collage.gif', 'collage.gif']);
  expect(workers).toHaveLength(1);
});

test('a press cancels, but the second click of a double click does not', async () => {
  show();
  await press('Download as a loop');
  await press('Cancel the loop', 2);
  expect(workers[0]!.isOver).toBe(false);
  await press('Cancel the loop');
  expect(workers[0]!.isOver).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
  expect(saved).toEqual([]);
});

test('a picture with a retaken tile has no loop yet: the one in progress is canceled, and the next press makes another', async () => {
  show();
  await press('Download as a loop');
  await press('Retake');
  expect(workers[0]!.isOver).toBe(true);
  await press('Download as a loop');
  await workers[1]!.report({ file });
  expect(workers[1]!.requests[0]!.picture).toBe(retaken);
  expect(saved).toEqual(['collage.gif']);
});

test('a finished loop is not reused after a tile is retaken', async () => {
  show();
  await press('Download as a loop');
  await workers[0]!.report({ file });
  await press('Retake');
  expect(screen.queryByRole('status')).toBeNull();
  await press('Download as a loop');
  expect(workers).toHaveLength(2);
});

test('a browser that cannot make a loop offers none', () => {
  Reflect.deleteProperty(window, 'OffscreenCanvas');
  show();
  expect(screen.queryByRole('button', { name: 'Download as a loop' })).toBeNull();
});

test('a worker that fails leaves a message, and the next press tries again', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
  show();
  await press('Download as a loop');
  await act(async () => void workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'no memory', cancelable: true })));
  expect(screen.getByRole('alert').textContent).toContain('The loop could not be made.');
  expect(workers[0]!.isOver).toBe(true);
  await press('Download as a loop');
  expect(screen.queryByRole('alert')).toBeNull();
  await workers[1]!.report({ file });
  expect(saved).toEqual(['collage.gif']);
});
