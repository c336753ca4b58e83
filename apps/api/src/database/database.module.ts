import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.ts';
import { LeaseEntity } from './lease.entity.ts';
import { LeaseRepository } from './lease.repository.ts';
import { databaseOptions, openDatabase } from './open-database.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** The one connection. It is closed with the application, after the last request. Global, because there is one for every module with rows. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      // No retries: a local file that cannot be opened now cannot be opened in three seconds either, and a supervisor starts a
      // process again whose database server was not there yet.
      useFactory: (config: Config) => ({ ...databaseOptions(config), retryAttempts: 0 }),
      dataSourceFactory: (options) => {
        if (options?.type !== 'sqlite' && options?.type !== 'postgres')
          throw new Error('the site keeps its data in SQLite or PostgreSQL');
        return openDatabase(options);
      },
    }),
    TypeOrmModule.forFeature([LeaseEntity]),
  ],
  providers: [LeaseRepository, UnitOfWork],
  exports: [LeaseRepository, UnitOfWork],
})
export class DatabaseModule {}
