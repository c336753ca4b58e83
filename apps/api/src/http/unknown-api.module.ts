import { All, Controller, Module, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from './access.ts';
import { refusalOf } from './refusal.ts';
import { TakesAnything } from './undeclared.guard.ts';

/** Unknown addresses under /api get a JSON response; without this they would reach the catch-all of the pages. */
@ApiExcludeController()
@Controller('api')
class UnknownApiController {
  @All(['/', '*path'])
  @Public()
  @TakesAnything()
  refuse(@Req() request: Request): never {
    throw refusalOf(request);
  }
}

@Module({ controllers: [UnknownApiController] })
export class UnknownApiModule {}
