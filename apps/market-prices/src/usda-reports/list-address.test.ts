import { fromList, listAddress } from './list-address.ts';

test.each([
  [fromList('?search=eggs'), '/projects/usda-reports?search=eggs'],
  [fromList(''), '/projects/usda-reports'],
  [null, '/projects/usda-reports'],
  [{ listSearch: 7 }, '/projects/usda-reports'],
  [{ listSearch: '/elsewhere' }, '/projects/usda-reports'],
])('the state %j leads to %s', (state, address) => expect(listAddress(state)).toBe(address));
