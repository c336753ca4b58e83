// The minimum that a page with React ships: the peer of the home page's scripts.
import { hydrateRoot } from 'react-dom/client';

hydrateRoot(document.getElementById('root')!, <p>Hello</p>);
