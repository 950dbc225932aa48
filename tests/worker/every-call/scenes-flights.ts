import { newAdmin } from '#tests/worker/admin/kit.ts'
import { lateFlight, nextCar } from './flights.ts'
import type { Ask, Scenes } from './scene.ts'
import { completeCarpool, confirmedTrip } from './scenes-dispatch.ts'

/** What an administrator decides about a changed flight or a missing passenger. */

const late = async (json?: object): Promise<Ask> => {
  const { id, participantId } = await lateFlight()
  return { as: await newAdmin(), params: { id, participantId }, json, status: 204 }
}

export const flightScenes: Scenes = {
  getAdminCarpoolsIdParticipantsParticipantIdFlight: async () => ({
    ...(await late()),
    status: 200,
  }),
  postAdminCarpoolsIdParticipantsParticipantIdFlightKeep: () =>
    late({ note: '司机等不了', version: 1 }),
  postAdminCarpoolsIdParticipantsParticipantIdFlightMove: async () => ({
    ...(await late({ carpoolId: await nextCar(), version: 1 })),
    status: 200,
  }),
  deleteAdminCarpoolsIdParticipantsParticipantIdMissed: async () => {
    const { id, participantId } = await completeCarpool()
    return { as: await newAdmin(), params: { id, participantId }, status: 204 }
  },
  deleteAdminTripsIdParticipantsParticipantIdMissed: async () => {
    const { id, places } = await confirmedTrip()
    const [participantId = ''] = places
    return { as: await newAdmin(), params: { id, participantId }, status: 204 }
  },
}
