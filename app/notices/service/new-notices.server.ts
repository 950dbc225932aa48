import { perRequest } from '#app/platform/request-scope.server.ts'

export type NewNotices = ReturnType<typeof createNewNotices>

/** Whether a request may have created notices, so that their emails can be sent at once. */
export function createNewNotices() {
  const answers = perRequest((): boolean[] => [])
  return {
    /** Records whether a group reported new notices for one command. */
    report: (created: boolean): void => void answers().push(created),

    /** False only if all the request did was send commands to groups, and each reported none. */
    mayExist: (): boolean => answers().length === 0 || answers().includes(true),
  }
}
