/**
 * WeChat, Xiaohongshu, Weibo and QQ, as they name themselves. QQ's browser, which calls itself
 * `MQQBrowser`, is a real one.
 */
const APPS = /MicroMessenger|XiaoHongShu|xhsdiscover|\bdiscover\/\d|Weibo|\bQQ\/\d/i

/** Whether a page is shown inside an app that downloads no files. */
export const isInApp = (request: Request): boolean =>
  APPS.test(request.headers.get('User-Agent') ?? '')
