// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source
/** A mistake that somebody could make, as a change of one place in one file. The simulation must see it. */
export type Mutation = { name: string; file: string; from: string; to: string }

export const MUTATIONS: Mutation[] = [
  {
    name: 'the seat check is gone',
    file: 'app/domain/carpool/decide-join.ts',
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
    name: 'a stray payment is not released',
    file: 'app/domain/carpool/effect.ts',
    from: "    case 'strayFound':\n      return [{ kind: 'release', participantId, intentId: event.intentId }]",
    to: "    case 'strayFound':\n      return []",
  },
  {
    name: 'who leaves does not get her deposit back',
    file: 'app/domain/carpool/evolve-place.ts',
    from: "    ...strayOf(p, living(p), 'deposit'),\n",
    to: '',
  },
  {
    name: 'a renewed deposit leaves the old hold standing',
    file: 'app/domain/carpool/evolve-place.ts',
    from: "return [{ ...p, deposit }, strayOf(p, old, 'deposit')]",
    to: 'void old\n  return [{ ...p, deposit }, []]',
  },
  {
    name: 'the key of a release does not count its tries',
    file: 'workers/carpool/pursuit.ts',
    from: '`release:${intentId}:${attempt}`',
    to: '`release:${intentId}`',
  },
  {
    name: 'the key of a capture does not count its tries',
    file: 'workers/carpool/pursuit.ts',
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
    name: 'a new status shows only at the places it names',
    file: 'workers/carpool/mirror.ts',
    from: 'everybody || ids.includes(p.id)',
    to: 'ids.includes(p.id) || (everybody && false)',
  },
  {
    name: 'places that a carpool has forgotten stay in the lists',
    file: 'workers/carpool/mirror.ts',
    from: '...(forgotten.length > 0 ? [freePlaces(db, forgotten, version)] : []),',
    to: '',
  },
  {
    name: 'a row written anew is finished by the try before it',
    file: 'workers/carpool/store.ts',
    from: 'INSERT OR REPLACE INTO outbox',
    to: 'INSERT OR IGNORE INTO outbox',
  },
  {
    name: 'an effect that failed is taken for done',
    file: 'workers/carpool/outbox.ts',
    from: '!(await pursue(effect, row.attempts, this.#deps))) return false',
    to: '!(await pursue(effect, row.attempts, this.#deps))) void 0',
  },
  {
    name: 'the held money of one who gave up buys her seat back',
    file: 'app/domain/carpool/settle.ts',
    from: "if (p.leaving === 'givenUp' || !isMoney(facts)) return []",
    to: 'if (!isMoney(facts)) return []',
  },
  {
    name: 'a private car that is there is opened again',
    file: 'app/domain/carpool/decide-after.ts',
    from: "return ok(state ? [] : [{ type: 'privateOpened'",
    to: "return ok(state?.version === 0 ? [] : [{ type: 'privateOpened'",
  },
  {
    name: 'points of a balance that was not paid are kept',
    file: 'app/domain/carpool/effect.ts',
    from: 'return event.points > 0 ? [pointsBack(p, event.attempt)] : []',
    to: 'return []',
  },
  {
    name: 'points are set aside that are not there',
    file: 'db/queries/points.ts',
    from: 'and(isApprovedMember, enough, standing)',
    to: 'and(isApprovedMember, standing)',
  },
  {
    name: 'a reservation may come after its own return',
    file: 'db/queries/points.ts',
    from: 'const standing = notExists(returned(db, operationId))',
    to: 'const standing = sql`1 = 1`',
  },
  {
    name: 'departure does not wait for a payment that was begun',
    file: 'app/domain/carpool/due.ts',
    from: 'return begun || (',
    to: 'return (begun && false) || (',
  },
]
