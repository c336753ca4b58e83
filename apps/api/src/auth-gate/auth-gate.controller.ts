import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { PasswordAttempt, PasswordResponse as Verdict, ProjectCard } from '@site/contracts';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { NotStored } from '../http/not-stored.ts';
import { clearSessionCookie, readGateCookies, setGateCookies } from '../passwords/gate-cookies.ts';
import { PasswordGate } from '../passwords/password-gate.ts';
import { clientOf } from '../passwords/realm-client.ts';
import { OverrideLinks } from '../site/override-links.ts';
import { SiteService } from '../site/site.service.ts';
import { VisitorBuckets } from '../site/visitor-buckets.ts';
import { DraftCard, PasswordAttemptBody, PasswordResponse, toDraftCard } from './auth-gate.dto.ts';
import { DraftReadersOnly } from './draft.guard.ts';

@ApiTags('drafts')
@NotStored()
@Controller('api')
export class AuthGateController {
  constructor(
    @Inject(PasswordGate) private readonly gate: Pick<PasswordGate, 'tryPassword' | 'close'>,
    @Inject(SiteService) private readonly site: Pick<SiteService, 'drafts'>,
    private readonly overrides: OverrideLinks,
    private readonly buckets: VisitorBuckets,
    @Inject(Config) private readonly config: Pick<Config, 'isSecure'>,
  ) {}

  @Post('verify-password')
  @Public()
  @HttpCode(200)
  @ApiOperation({ summary: 'Opens the list of drafts for this browser with a session cookie if the password is right' })
  @ApiOkResponse({ standardSchema: PasswordResponse })
  @ApiProblems(400, 429, 503)
  async verifyPassword(
    @Body({ schema: PasswordAttemptBody }) { password }: PasswordAttempt,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Verdict> {
    const opened = await this.gate.tryPassword(password, clientOf(request, 'drafts', this.config.isSecure));
    if (opened) setGateCookies(response, this.config.isSecure, 'drafts', opened.sessionToken, opened.device);
    return { valid: opened !== null };
  }

  @Get('drafts')
  @DraftReadersOnly()
  @ApiOperation({ summary: "The drafts that the remotes' contracts declare" })
  @ApiOkResponse({ standardSchema: DraftCard, isArray: true })
  @ApiProblems(401)
  async drafts(@Req() request: Request): Promise<ProjectCard[]> {
    const drafts = await this.site.drafts(this.buckets.read(request), this.overrides.read(request));
    return drafts.map(toDraftCard);
  }

  @Delete('drafts/session')
  @Public()
  @HttpCode(204)
  @ApiOperation({ summary: 'Ends the session, on the server too, so that the list is locked again' })
  @ApiNoContentResponse()
  async leave(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.gate.close('drafts', readGateCookies(request, this.config.isSecure, 'drafts').session);
    clearSessionCookie(response, this.config.isSecure, 'drafts');
  }
}
