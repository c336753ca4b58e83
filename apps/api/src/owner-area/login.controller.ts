import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { Public } from '../http/access.ts';
import { AppError, HttpError } from '../http/app-error.ts';
import { NotStored } from '../http/not-stored.ts';
import { clearSessionCookie, readGateCookies, setGateCookies } from '../passwords/gate-cookies.ts';
import { PasswordGate } from '../passwords/password-gate.ts';
import { loginPage } from './login-page.ts';
import { OwnerPassword } from './owner-password.ts';
import { sendLoginPage } from './owner-document.ts';
import { fieldOf, formOf } from './read-form.ts';

const FIRST_PAGE = '/owner';

/** An address in the owner's area; anything else would make the login an open redirect. */
const pageOf = (to: unknown): string => (typeof to === 'string' && /^\/owner(?:[/?][\w/?=&-]*)?$/.test(to) ? to : FIRST_PAGE);

function sentenceOf(error: unknown): string {
  if (!(error instanceof AppError) || (error.code !== 'RATE_LIMITED' && error.code !== 'OVERLOADED')) throw error;
  const seconds = error.headers['Retry-After'];
  return seconds === undefined ? error.problem.error : `Too many wrong passwords. Try again in ${seconds} seconds.`;
}

/** The owner's login, for browsers. Without OWNER_PASSWORD_HASH it does not exist. */
@ApiExcludeController()
@NotStored()
@Controller('owner')
export class LoginController {
  constructor(
    private readonly password: OwnerPassword,
    @Inject(PasswordGate) private readonly gate: Pick<PasswordGate, 'close'>,
    @Inject(Config) private readonly config: Pick<Config, 'ownerPasswordHash' | 'isSecure'>,
  ) {}

  @Get('login')
  @Public()
  page(@Query('to') to: unknown, @Res() response: Response): void {
    this.requirePassword();
    sendLoginPage(response, loginPage(pageOf(to), null));
  }

  @Post('login')
  @Public()
  @HttpCode(303)
  async login(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.requirePassword();
    const { isSecure } = this.config;
    const form = formOf(body);
    const [password, to] = [fieldOf(form, 'password'), pageOf(fieldOf(form, 'to'))];
    try {
      const opened = await this.password.open(request, password);
      if (opened) {
        setGateCookies(response, isSecure, 'owner', opened.sessionToken, opened.device);
        response.redirect(303, to);
      } else {
        sendLoginPage(response.status(401), loginPage(to, 'Incorrect password.'));
      }
    } catch (error) {
      const sentence = sentenceOf(error);
      const { problem, headers } = error as AppError;
      sendLoginPage(response.status(problem.status).set(headers), loginPage(to, sentence));
    }
  }

  @Post('logout')
  @Public()
  @HttpCode(303)
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.requirePassword();
    const { isSecure } = this.config;
    await this.gate.close('owner', readGateCookies(request, isSecure, 'owner').session);
    clearSessionCookie(response, isSecure, 'owner');
    response.redirect(303, '/owner/login');
  }

  private requirePassword(): void {
    if (this.config.ownerPasswordHash === null) throw new HttpError('NOT_FOUND', 'OWNER_PASSWORD_HASH is not set');
  }
}
