import { Profiler } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { ReadoutList, useReadouts } from './readouts.tsx';

function Page({ hasAngle = true }: { readonly hasAngle?: boolean }) {
  const readouts = useReadouts<'speed' | 'angle'>();
  return (
    <>
      <ReadoutList readouts={readouts} rows={[['Speed', 'speed', 'at rest']]} />
      {hasAngle && <p {...readouts.place('angle')}>none</p>}
      <button type="button" onClick={() => readouts.show({ speed: '5 px/tick', angle: '90°' })}>
        Frame
      </button>
    </>
  );
}

const speed = () => screen.getByText('Speed').nextSibling?.textContent;
const frame = () => fireEvent.click(screen.getByRole('button', { name: 'Frame' }));

test('text is written into its elements without a render', () => {
  const onRender = jest.fn();
  render(
    <Profiler id="page" onRender={onRender}>
      <Page />
    </Profiler>,
  );
  expect(speed()).toBe('at rest');
  frame();
  expect(speed()).toBe('5 px/tick');
  expect(screen.getByText('90°').dataset['readout']).toBe('angle');
  expect(onRender).toHaveBeenCalledTimes(1);
});

test('an unmounted element gets no more text', () => {
  const { rerender } = render(<Page />);
  const angle = screen.getByText('none');
  rerender(<Page hasAngle={false} />);
  frame();
  expect([speed(), angle.textContent]).toEqual(['5 px/tick', 'none']);
});
