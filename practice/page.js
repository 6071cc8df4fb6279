// When somebody comes back to this page, show the threads and messages that came meanwhile.
addEventListener("focus", async () => {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("fresh");
  const shown = document.getElementById("fresh");
  if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
});
