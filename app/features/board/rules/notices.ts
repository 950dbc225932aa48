import { BOARD_KEPT_MS } from '#app/kernel/limits.ts'
import { isTaken, startOf, usual } from '#app/notices/rules/notice-truth.ts'

export const boardNotices = {
  /** The others wrote `count` messages. */
  boardPosts: usual(
    'info',
    (about) => isTaken(about) && about.now < startOf(about) + BOARD_KEPT_MS,
    {
      page: ({ tripId, participantId: id }) => [
        tripId === undefined ? `/carpool/record/${id}/board` : `/trip/board/${id}`,
        'board',
      ],
    },
  ),
}
