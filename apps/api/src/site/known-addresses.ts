import { Injectable } from '@nestjs/common';
import { matchPath } from '@site/contracts';

type Values = Readonly<Record<string, string>>;

/** Returns false only where there is certainly nothing. */
type IsKnown = (values: Values) => Promise<boolean>;

/**
 * Which addresses of a route with parameters have something behind them. The module that knows tells it once, as its module starts:
 * `known.tell('/projects/usda-reports/:slug', ({ slug }) => …)`. A pattern that nobody tells of has a page at every address.
 */
@Injectable()
export class KnownAddresses {
  private readonly checks = new Map<string, IsKnown>();

  tell(pattern: string, isKnown: IsKnown): void {
    this.checks.set(pattern, isKnown);
  }

  /** A check that fails leaves the page to say what is wrong. */
  async has(pattern: string, path: string): Promise<boolean> {
    const check = this.checks.get(pattern);
    const values = matchPath(pattern, path);
    if (!values) return false;
    return !check || check(values).catch(() => true);
  }
}
