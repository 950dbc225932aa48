import { api } from '#tests/worker/world/api.ts'
import type { Scenes } from './scene.ts'
import { completeCarpool } from './scenes-dispatch.ts'

/** The message boards of groups, through the API. */

/** A carpool whose creator wrote the first post. */
async function withPost() {
  const group = await completeCarpool()
  const { student: as, participantId } = group
  const json = { participantId, content: '我在到达口' }
  const { body } = await api('POST', '/user/my/board-post', { as, json })
  return { ...group, postId: body.postId as number }
}

export const boardScenes: Scenes = {
  getUserMyBoardParticipantId: async () => {
    const { student, participantId } = await withPost()
    return { as: student, params: { participantId }, status: 200, other: 404 }
  },
  postUserMyBoardPost: async () => {
    const { student, participantId } = await completeCarpool()
    const json = { participantId, content: '我在到达口\n左边' }
    return { as: student, json, status: 201, other: 404 }
  },
  postUserMyBoardReport: async () => {
    const { friend, friendPlace, postId } = await withPost()
    return { as: friend, json: { participantId: friendPlace, postId }, status: 204, other: 404 }
  },
}
