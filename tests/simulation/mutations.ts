// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source
/** Mistakes that somebody could make, each as a change of one place in one file. The simulation must see every one. */
export type Mutation = { name: string; file: string; from: string; to: string }

export const MUTATIONS: Mutation[] = [
  {
    name: 'the seat check is gone',
    file: 'app/domain/carpool/decide.ts',
    from: "return party.people > free ? fail('carpoolFull', { free }) : null",
    to: 'return null',
  },
  {
    name: 'a seat is freed before its payment has been read',
    file: 'app/domain/carpool/due.ts',
    from: 'return p.deposit.intentId === null\n    ? {',
    to: 'return p.deposit.intentId !== undefined\n    ? {',
  },
  {
    name: 'a payment for no place is not released',
    file: 'app/domain/carpool/effect.ts',
    from: "return [{ kind: 'release', participantId: event.participantId, intentId: event.intentId }]",
    to: 'return []',
  },
  {
    name: 'the key of a release does not count its tries',
    file: 'workers/carpool/outbox.ts',
    from: '`release:${intentId}:${attempt}`',
    to: '`release:${intentId}`',
  },
  {
    name: 'the key of a capture does not count its tries',
    file: 'workers/carpool/outbox.ts',
    from: '`capture:${intentId}:${attempt}`',
    to: '`capture:${intentId}`',
  },
  {
    name: 'an older row may overwrite a newer one',
    file: 'db/queries/carpools.ts',
    from: 'setWhere: sql`excluded.version > ${carpools.version}`,',
    to: '',
  },
  {
    name: 'a closed payment may be read as it was before',
    file: 'app/domain/carpool/settle.ts',
    from: 'if (state.closedIntents.includes(intentId)) return ok([])',
    to: '',
  },
  {
    name: 'the held money of one who gave up buys her seat back',
    file: 'app/domain/carpool/settle.ts',
    from: "if (p.leaving === 'givenUp') return []",
    to: '',
  },
  {
    name: 'the alarm leaves nothing behind when it dies',
    file: 'workers/carpool/carpool.ts',
    from: 'await this.ctx.storage.setAlarm(clock.systemTime(clock.now() + SAFETY_MS))',
    to: 'void clock',
  },
  {
    name: 'a try is not put off before it is made',
    file: 'workers/carpool/outbox.ts',
    from: 'store.finish(row.id)\n    return true',
    to: 'return true',
  },
  {
    name: 'a webhook is answered well whatever came of it',
    file: 'app/api/calls/public.server.ts',
    from: "if (!settled.ok && settled.error.code !== 'notFound') return settled",
    to: '',
  },
  {
    name: 'an outbox row written anew is finished by the try before it',
    file: 'workers/carpool/store.ts',
    from: 'INSERT OR REPLACE INTO outbox',
    to: 'INSERT OR IGNORE INTO outbox',
  },
  {
    name: 'a secret is given out before the carpool knows the payment',
    file: 'app/services/carpool-deposits.server.ts',
    from: 'if (!known) await payments.release(intentId,',
    to: 'if (!known && told.ok) return ok([made.value, told.value])\n    if (!known) await payments.release(intentId,',
  },
  {
    name: 'a deposit is captured twice the size',
    file: 'app/domain/carpool/pricing.ts',
    from: 'Math.min(DEPOSIT_PENCE, owed)',
    to: 'Math.min(DEPOSIT_PENCE, owed) - 1',
  },
]
