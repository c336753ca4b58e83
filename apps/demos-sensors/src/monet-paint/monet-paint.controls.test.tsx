import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { stubCanvas, testExhibit } from '../testing/exhibit-page.tsx';
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

testExhibit({
  Component,
  title: 'Monet Paint',
  enableMotion: 'ENABLE ACCELEROMETER',
  motionMissing: 'No motion sensor responded, so the paint flows by itself and follows your finger.',
});

test('the sliders say their values, and there are three readouts', () => {
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole('slider', { name: 'Brush' }).getAttribute('aria-valuetext')).toBe('7% of the picture’s size');
  expect(screen.getByRole('slider', { name: 'Viscosity' }).getAttribute('aria-valuetext')).toBe('40%, like oil');
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Pace', 'Picture', 'Tilt']);
});

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

test('the address sets palette, brush and viscosity', () => {
  window.history.replaceState(null, '', '/?palette=frost&brush=15&viscosity=0');
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'First frost' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Brush' }).value).toBe('15');
  expect(screen.getByRole('slider', { name: 'Viscosity' }).getAttribute('aria-valuetext')).toBe('0%, like water');
});
