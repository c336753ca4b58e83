/**
 * The part of react-router-dom that the whole site shares. The shell provides it at run time; a library shared
 * across the federation boundary cannot be tree-shaken, so this list is what a visitor downloads. An export added
 * here reaches remotes only after the next shell release.
 */
export { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
