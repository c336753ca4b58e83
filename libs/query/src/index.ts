/**
 * The part of @tanstack/react-query that the whole site shares. The shell provides it at run time; see
 * `@site/router` for why it is a list.
 */
export { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
