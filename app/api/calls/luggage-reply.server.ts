import { forLuggage, type Luggage } from '#app/domain/luggage.ts'
import { intLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

/** A party's luggage, the same in every reply. */
export const luggageReply = forLuggage((kind) => intLike(sample.luggage[kind]))
export const luggageOut = (party: Luggage) => forLuggage((kind) => party[kind])
