// Shows pushes and opens the page they lead to. It does nothing else: no page and no file of the
// site passes through it.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.png', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.path, self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(openPage(url.href))
})

async function openPage(href) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url === href)
  return open ? open.focus() : self.clients.openWindow(href)
}
