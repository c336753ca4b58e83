import { DataSource } from 'typeorm';

/** Runs SQL as the superuser of the PostgreSQL server that `npm run test:scale` starts. */
export async function administer(sql: string): Promise<void> {
  const server = await new DataSource({ type: 'postgres', url: process.env['TEST_POSTGRES'] }).initialize();
  try {
    await server.query(sql);
  } finally {
    await server.destroy();
  }
}
