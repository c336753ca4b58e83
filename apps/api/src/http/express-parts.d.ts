// The parts of three untyped packages that this server uses. Express uses the same packages for `request.acceptsEncodings`,
// `request.fresh` and `request.ip`, which only exist on a request that Express handles.
declare module 'accepts' {
  import type { IncomingMessage } from 'node:http';

  export default function accepts(request: Pick<IncomingMessage, 'headers'>): {
    encoding(...names: string[]): string | false;
  };
}

declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default function fresh(request: IncomingHttpHeaders, response: { readonly etag: string }): boolean;
}

declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http';

  type Trust = (address: string, distance: number) => boolean;
  const proxyAddr: {
    (request: IncomingMessage, trust: Trust): string;
    compile(addresses: readonly string[]): Trust;
  };
  export default proxyAddr;
}
