import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLocation, useNavigate } from '@site/router';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { useAddressView } from './use-address-view.ts';

const FORMAT = {
  read: (params: URLSearchParams) => params.get('search') ?? '',
  write: (search: string) => new URLSearchParams(search && { search }),
};

function Page() {
  const [search, change] = useAddressView(FORMAT);
  const navigate = useNavigate();
  const { search: address } = useLocation();
  return (
    <>
      <input aria-label="Search" value={search} onChange={({ target }) => change(() => target.value)} />
      <Link to="/page">This page</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <output>{address}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value;
const address = () => screen.getByRole('status').textContent;

test('the address follows the view', async () => {
  renderPage(<Page />, { address: '/page?search=bee' });
  expect(field()).toBe('bee');
  await userEvent.type(screen.getByRole('textbox'), 'f ribs');
  expect(field()).toBe('beef ribs');
  await screen.findByText('?search=beef+ribs');
});

test('the view follows Back and links to the page', async () => {
  renderPage(<Page />, { address: '/page?search=bee' });
  await userEvent.type(screen.getByRole('textbox'), 'f');
  await screen.findByText('?search=beef');
  await userEvent.click(screen.getByRole('link'));
  expect([field(), address()]).toEqual(['', '']);
  await userEvent.click(screen.getByRole('button'));
  expect([field(), address()]).toEqual(['beef', '?search=beef']);
});

test('an address that was about to be written is not, once a link was followed', async () => {
  renderPage(<Page />, { address: '/page?search=bee' });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'beef' } });
  fireEvent.click(screen.getByRole('link'));
  await act(() => new Promise((resolve) => void setTimeout(resolve, 0)));
  expect([field(), address()]).toEqual(['', '']);
});
