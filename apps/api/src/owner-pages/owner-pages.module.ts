import { Module } from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { JobsController } from './jobs.controller.ts';
import { OperationsController } from './operations.controller.ts';

/** Pages about features that the owner's area itself depends on, and whose modules therefore cannot provide them. */
@Module({
  imports: [SecretsModule],
  controllers: [JobsController, OperationsController],
})
export class OwnerPagesModule {}
