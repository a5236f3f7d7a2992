import net from 'node:net';

/** The groups of an IPv6 address, with those that `::` leaves out. */
const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
};

/** What rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, which one connection has for itself. */
export const clientNetwork = (address: string): string => {
  const [bare = ''] = address.split('%');
  if (net.isIP(bare) !== 6) return address;
  const mapped = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  const groups = groupsOf(mapped ? `${mapped[1]}0:0` : bare).map((group) => Number.parseInt(group, 16));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped && mapped) return mapped[2]!;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};
