import { Module } from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { JobsController } from './jobs.controller.ts';
import { OperationsController } from './operations.controller.ts';

/** Pages of the owner's room about features that it needs itself, and which therefore cannot have their own. */
@Module({
  imports: [SecretsModule],
  controllers: [JobsController, OperationsController],
})
export class OwnerPagesModule {}
