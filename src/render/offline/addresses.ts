import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Agent, type AgentOptions, type ConnectOptions } from '@npmcli/agent';
import { refused } from './tarball.js';

/**
 * Addresses that a registry has no business to send anyone to: this machine, its networks, the metadata services of clouds, and forms
 * of IPv6 that carry an IPv4 address inside. From the special-purpose registries of IANA (RFC 6890 and its updates).
 */
// Two lists: in one, the rule for IPv4 inside IPv6 would cover every IPv4 address.
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
const V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const V6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const;
for (const [net, prefix] of V4) PRIVATE.ipv4.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of V6) PRIVATE.ipv6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$|%.*$/g, '');
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4';
  return isIP(plain) !== 0 && !PRIVATE[family].check(plain, family);
}

/**
 * Connects to the registry wherever that is, and to any other origin (a redirect, a tarball elsewhere) only at public addresses. It
 * checks what is connected to, not what was resolved a moment earlier. Through a proxy, names are the proxy's to resolve, and only
 * literal addresses are checked.
 */
export class GuardedAgent extends Agent {
  constructor(
    private readonly registry: URL,
    options: AgentOptions,
  ) {
    super(options);
  }

  override async connect(
    request: Parameters<Agent['connect']>[0],
    options: ConnectOptions,
  ): ReturnType<Agent['connect']> {
    if (!this.isRegistry(options)) {
      const host = options.host.replace(/^\[|\]$/g, '');
      if (/(?:^|\.)localhost$/i.test(host) || (isIP(host) && !isPublicAddress(host))) throw leads(host);
      options.lookup = guardedLookup;
    }
    return super.connect(request, options);
  }

  private isRegistry({ host, port, secureEndpoint }: ConnectOptions): boolean {
    const { protocol, hostname, port: own } = this.registry;
    const secure = protocol === 'https:';
    return (
      secure === secureEndpoint &&
      host.toLowerCase() === hostname.replace(/^\[|\]$/g, '') &&
      Number(port) === Number(own || (secure ? 443 : 80))
    );
  }
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const bad = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
    if (error) callback(error, []);
    else if (bad) callback(leads(`${hostname} (${bad.address})`), []);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

function leads(where: string): Error {
  return refused(`the registry leads to ${where}, an address of this machine or a private network`);
}
