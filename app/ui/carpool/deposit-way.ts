import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'

/** Where the deposit is that comes back when its place is given up: how, and how fast it does. */
export function depositWay({ deposit: { status } }: Pick<CarpoolRecord, 'deposit'>) {
  if (status === 'held' || status === 'captured' || status === 'returning') return status
  return 'released'
}
