// In the pages of the program: browsers ask the host, not the service worker, for the file of a link with "download".
// So the page fetches it, and saves what it has got.
{
  const KEPT_MS = 60_000;

  document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href.startsWith(location.origin)) return;
    event.preventDefault();
    const answer = await fetch(link.href);
    if (!answer.ok) return location.assign(link.href); // the page that says why
    const [, named = ""] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(await answer.blob());
    saved.download = link.download || named;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), KEPT_MS);
  });
}
