import { act, fireEvent, screen } from '@testing-library/react';
import { createRandom } from '@site/sim';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { GardenDialog } from './garden-dialog.tsx';

afterEach(() => jest.restoreAllMocks());

test('a garden without memory for its canvases reports the failure instead of waiting forever', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const onFailed = jest.fn();
  const nothing = () => {};
  renderPage(
    <GardenDialog
      stream={null}
      isMirrored={false}
      random={createRandom(1)}
      onDone={nothing}
      onFailed={onFailed}
      onCancel={nothing}
    />,
  );
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
  await act(async () => {});
  expect(onFailed).toHaveBeenCalledTimes(1);
});
