/**
 * WeChat, Xiaohongshu, Weibo and QQ, by their user agents. QQ's browser, `MQQBrowser`, is a real
 * browser.
 */
const APPS = /MicroMessenger|XiaoHongShu|xhsdiscover|\bdiscover\/\d|Weibo|\bQQ\/\d/i

/** Whether a page is shown inside an app that cannot download files. */
export const isInApp = (request: Request): boolean =>
  APPS.test(request.headers.get('User-Agent') ?? '')
