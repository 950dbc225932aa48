import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'

/** How, and how fast, a deposit comes back when its place is given up; depends on its status. */
export function depositWay({ deposit: { status } }: Pick<CarpoolRecord, 'deposit'>) {
  if (status === 'held' || status === 'captured' || status === 'returning') return status
  return 'released'
}
