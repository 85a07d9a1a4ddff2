/** The part of npm's HTTP agent that the registry client builds on; the package brings no types. */
declare module '@npmcli/agent' {
  import type { Agent as HttpAgent, ClientRequest } from 'node:http';
  import type { LookupFunction, Socket } from 'node:net';

  export interface AgentOptions {
    proxy?: string | undefined;
    noProxy?: string | undefined;
    ca?: string | undefined;
    maxSockets?: number;
    timeouts?: { connection?: number; idle?: number };
  }

  export interface ConnectOptions {
    host: string;
    port: number | string;
    secureEndpoint: boolean;
    lookup?: LookupFunction;
  }

  /** For http and https, through a proxy or not. */
  export class Agent extends HttpAgent {
    constructor(options?: AgentOptions);
    connect(request: ClientRequest, options: ConnectOptions): Promise<Socket>;
  }
}
