import { escapeHtml } from '../http/escape-html.ts';
import type { OwnerPage } from './owner-document.ts';

/** The owner's login. @param to address of the page to open afterward @param problem what was wrong with the last attempt */
export function loginPage(to: string, problem: string | null): OwnerPage {
  const alert = problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`;
  return {
    title: 'Owner login',
    parts: [
      `<section>${alert}<form method="post" action="/owner/login"><label for="password">Password</label>`,
      '<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required autofocus><br>',
      `<input type="hidden" name="to" value="${escapeHtml(to)}"><button>Log in</button></form></section>`,
    ],
  };
}
