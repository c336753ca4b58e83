import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ActiveAlerts } from '../alerts/active-alerts.ts';
import { AppError } from '../http/app-error.ts';
import { NotStored } from '../http/not-stored.ts';
import { sendOwnerPage } from '../owner-area/owner-document.ts';
import { OwnerPassword } from '../owner-area/owner-password.ts';
import { fieldOf, formOf } from '../owner-area/read-form.ts';
import { ownerBy, OwnerOnly } from '../ops/owner.guard.ts';
import { OwnerReleases, type ReleaseChoices } from '../releases/owner-releases.ts';
import { LiveRegistry } from '../site/live-registry.ts';
import { ownerPage, type OwnerRowWithOrigin } from './owner-page.ts';
import { ReleaseRows } from './release-rows.ts';
import { RELEASES_PATH, type RefusedSwitch } from './switch-forms.ts';

/** OWNER_TOKEN is given to programs that read figures, and a caller on this machine need not be the owner. */
const NO_SESSION =
  'To switch releases here, log in with the password (OWNER_PASSWORD_HASH); a token is not enough. Until then, use the commands.';

const serialOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

@ApiTags('operations')
@NotStored()
@Controller()
export class OwnerController {
  constructor(
    private readonly live: LiveRegistry,
    private readonly releaseRows: ReleaseRows,
    private readonly ownerReleases: OwnerReleases,
    private readonly password: OwnerPassword,
    @Inject(ActiveAlerts) private readonly alerts: Pick<ActiveAlerts, 'all'>,
  ) {}

  @Get('owner')
  @OwnerOnly({ asksForToken: true })
  @ApiExcludeEndpoint()
  async page(@Query() query: Readonly<Record<string, unknown>>, @Res() response: Response): Promise<void> {
    await this.send(response, null, serialOf(query['done']));
  }

  @Post('owner')
  @OwnerOnly({ asksForToken: true })
  @ApiExcludeEndpoint()
  @HttpCode(303)
  async switch(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const form = formOf(body);
    const refuse = (status: number, reason: string): Promise<void> => {
      response.status(status);
      return this.send(response, { app: fieldOf(form, 'app'), message: fieldOf(form, 'message'), reason }, null);
    };
    const by = ownerBy(response);
    if (by !== 'session') return refuse(403, NO_SESSION);
    try {
      // Teams' pages come from the same origin: with the session alone, their code could send this form.
      if (!(await this.password.isRight(request, fieldOf(form, 'password')))) return await refuse(403, 'Incorrect password.');
      const serial = await this.ownerReleases.decide(form, `owner (${by})`);
      response.redirect(303, `${RELEASES_PATH}?done=${serial}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { problem, headers, details } = error;
      response.set(headers);
      // 401 would mean that the owner is unknown, but it is the server's key that may not sign.
      await refuse(problem.status === 401 ? 403 : problem.status, details ?? problem.error);
    }
  }

  @Get('api/releases')
  @OwnerOnly()
  @ApiOperation({
    summary:
      'The health of every release: for callers that send OWNER_TOKEN or, if none is set and the site is not published, callers on this machine',
  })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } })
  releases(): Promise<OwnerRowWithOrigin[]> {
    return this.releaseRows.all();
  }

  private async send(response: Response, refused: RefusedSwitch | null, done: number | null): Promise<void> {
    const choices = await this.choices();
    const unsigned =
      choices.unsigned === null
        ? null
        : `This server cannot switch releases: ${choices.unsigned}. Use the commands, with your key.`;
    const closed = ownerBy(response) === 'session' ? unsigned : NO_SESSION;
    const { registry } = await this.live.current();
    const [alerts, rows] = [await this.alerts.all(), await this.releaseRows.all()];
    const page = ownerPage({ serial: registry.serial, alerts, rows, view: { choices, closed, refused, done } });
    sendOwnerPage(response, RELEASES_PATH, page);
  }

  /** While the store cannot be read, the site continues with what it has, and so does the page. */
  private async choices(): Promise<ReleaseChoices> {
    try {
      return await this.ownerReleases.look();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { unsigned: error.details ?? error.problem.error, apps: [], log: [] };
    }
  }
}
