import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.ts';
import { LeaseEntity } from './lease.entity.ts';
import { LeaseRepository } from './lease.repository.ts';
import { databaseOptions, openDatabase } from './open-database.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** The site's one data source, closed with the application after the last request. Global, because every module with tables uses it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      // No retries: a local file that cannot be opened now cannot be opened in three seconds either, and if the database server
      // is not up yet, a supervisor restarts the process.
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
