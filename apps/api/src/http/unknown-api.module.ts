import { All, Controller, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HttpError } from './app-error.ts';

/** Unknown addresses under /api answer in JSON; without this they would reach the catch-all of the pages. */
@ApiExcludeController()
@Controller('api')
class UnknownApiController {
  @All(['/', '*path'])
  refuse(): never {
    throw new HttpError('NOT_FOUND', 'no such route');
  }
}

@Module({ controllers: [UnknownApiController] })
export class UnknownApiModule {}
