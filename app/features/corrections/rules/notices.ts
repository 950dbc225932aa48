import type { CorrectionParams } from '#app/kernel/corrections.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import { isRideNews, usual } from '#app/notices/rules/notice-truth.ts'

export const correctionNotices = {
  placeCorrected: usual<NoticeParams & CorrectionParams>('info', isRideNews),
}
