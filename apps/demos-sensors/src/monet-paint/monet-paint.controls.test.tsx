import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { stubCanvas } from '../testing/exhibit-page.tsx';
import { Component } from './monet-paint.page.tsx';
import type { Renderer } from './renderer.interface.ts';

let mockListener: Parameters<Renderer['attach']>[2];
const mockUndo = jest.fn();
// A renderer without a canvas, whose states these tests choose.
jest.mock('./renderer.ts', () => ({
  createRenderer: () => {
    const nothing = () => {};
    const attach: Renderer['attach'] = (_canvas, _plain, listener) => {
      mockListener = listener;
      return nothing;
    };
    const brushes = { down: nothing, move: nothing, up: nothing, press: nothing };
    return { brushes, step: nothing, draw: nothing, attach, set: nothing, setPaused: nothing, tilt: nothing, undo: mockUndo };
  },
}));
stubCanvas(() => null);

test('Undo keeps the focus when there is nothing left to undo, and then does nothing', () => {
  renderPage(<Component />, { motionPaused: true });
  act(() => mockListener.undoable({ canUndo: true, canRedo: false }));
  const undo = screen.getByRole('button', { name: 'Undo' });
  undo.focus();
  fireEvent.click(undo);
  act(() => mockListener.undoable({ canUndo: false, canRedo: true }));
  fireEvent.click(undo);
  expect(mockUndo).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(undo);
  expect([undo.getAttribute('aria-disabled'), undo.hasAttribute('disabled')]).toEqual(['true', false]);
  expect(screen.getByRole('button', { name: 'Redo' }).getAttribute('aria-disabled')).toBe('false');
});
