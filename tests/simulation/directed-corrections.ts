import { correctPlace } from '#app/console/service/corrections.server.ts'
import { detailsOf } from '#app/features/corrections/rules/correction.ts'
import { CORRECTION_REASONS } from '#app/kernel/corrections.ts'
import { minutes } from '#app/kernel/limits.ts'
import { carWith, stateOf } from './directed-cars.ts'
import type { History } from './history.ts'

/** An administrator corrects a place of a complete car, and a second one from the old page. */
async function correctPlaces(h: History) {
  const scene = await carWith(h, 2, 2)
  const [p] = scene ? stateOf(h, scene).participants : []
  if (!scene || !p) return
  const seen = detailsOf(p.party)
  const reason = h.chance.pick(CORRECTION_REASONS)
  const correct = async (by: 'adm_one' | 'adm_two', nLocation: string) => {
    const to = { ...seen, nLocation, bigLuggage: h.chance.int(0, 2) }
    const said = await correctPlace(h.services, by, scene.id, p.id, { seen, to, reason })
    h.world.note(`${by.slice(4)} corrects a place → ${said.ok ? 'ok' : said.error.code}`)
  }
  await h.world.during(correct('adm_one', '4 Vaughan Way'))
  await h.world.during(correct('adm_two', '17 Lace Street'))
  await h.world.advance(minutes(2))
}

export const CORRECTION_SCENES = { correctPlaces }
