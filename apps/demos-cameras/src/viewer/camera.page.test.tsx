import { act, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { press, settle, world } from '../collages/collage-page-under-test.tsx';
import { Component } from './camera.page.tsx';

function showCameraPage() {
  renderPage(
    <main>
      <h1>Camera</h1>
      <Component />
    </main>,
  );
}
const heading = () => screen.getByRole('heading', { level: 1 });

test('when “Stop Camera” disappears, the focus moves to the page’s heading', async () => {
  showCameraPage();
  const camera = await screen.findByRole('button', { name: /^Back Camera/ });
  await act(async () => camera.click());
  press('Stop Camera');
  expect(screen.queryByRole('button', { name: 'Stop Camera' })).toBeNull();
  expect(document.activeElement).toBe(heading());
});

test('when “Request Camera Permission” disappears, the focus moves to the page’s heading', async () => {
  world.refusal = 'NotAllowedError';
  showCameraPage();
  await screen.findByText('Camera access denied');
  world.refusal = null;
  press('Request Camera Permission');
  await settle();
  expect(screen.queryByRole('button', { name: 'Request Camera Permission' })).toBeNull();
  expect(document.activeElement).toBe(heading());
});
