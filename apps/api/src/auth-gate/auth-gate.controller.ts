import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { ApiProblemDto, ApiProblems } from '../http/problem.dto.ts';
import { requireBody } from '../http/request-guards.ts';
import { clientNetwork, truncatedNetwork } from '../rate-limit/client-address.ts';
import { OverrideLinks } from '../site/override-links.ts';
import { SiteService } from '../site/site.service.ts';
import { readBucket } from '../site/visitor-set.ts';
import { DraftCardDto, PasswordAnswerDto, PasswordDto, toDraftCardDto } from './auth-gate.dto.ts';
import { AuthGateError } from './auth-gate.errors.ts';
import { AuthGateService } from './auth-gate.service.ts';
import { clearSessionCookie, readGateCookies, setGateCookies } from './gate-cookies.ts';

const MAX_PASSWORD_BYTES = 256;

function readPassword(body: unknown): string {
  const password = typeof body === 'object' && body !== null && 'password' in body ? body.password : undefined;
  if (typeof password !== 'string' || password === '' || Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthGateError('INVALID_PASSWORD', 'no password of a possible form');
  }
  return password;
}

@ApiTags('drafts')
@Controller('api')
export class AuthGateController {
  private readonly isSecure: boolean;

  constructor(
    @Inject(AuthGateService) private readonly gate: Pick<AuthGateService, 'tryPassword' | 'isOpen' | 'close'>,
    @Inject(SiteService) private readonly site: Pick<SiteService, 'drafts'>,
    private readonly overrides: OverrideLinks,
    config: Config,
  ) {
    this.isSecure = config.publicOrigin.startsWith('https:');
  }

  @Post('verify-password')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Opens the list of drafts for this browser, by a session cookie, when the password is right' })
  @ApiBody({ type: PasswordDto })
  @ApiOkResponse({ type: PasswordAnswerDto })
  @ApiProblems([400, ApiProblemDto], [429, ApiProblemDto], [503, ApiProblemDto])
  async verifyPassword(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasswordAnswerDto> {
    requireBody(request);
    const { device } = readGateCookies(request, this.isSecure);
    const opened = await this.gate.tryPassword(readPassword(body), {
      network: clientNetwork(request),
      truncatedNetwork: truncatedNetwork(request),
      device,
    });
    if (opened) setGateCookies(response, this.isSecure, opened.sessionToken, opened.device);
    return { valid: opened !== null };
  }

  @Get('drafts')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: "The drafts that the remotes' contracts declare" })
  @ApiOkResponse({ type: [DraftCardDto] })
  @ApiProblems([401, ApiProblemDto])
  async drafts(@Req() request: Request): Promise<DraftCardDto[]> {
    if (!(await this.gate.isOpen(readGateCookies(request, this.isSecure).session))) {
      throw new AuthGateError('DRAFT_LOCKED', 'no open session');
    }
    const drafts = await this.site.drafts(readBucket(request, this.isSecure), this.overrides.read(request));
    return drafts.map(toDraftCardDto);
  }

  @Delete('drafts/session')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Closes the list again, on the server too' })
  @ApiNoContentResponse()
  async leave(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.gate.close(readGateCookies(request, this.isSecure).session);
    clearSessionCookie(response, this.isSecure);
  }
}
