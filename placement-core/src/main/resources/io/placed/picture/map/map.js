(function () {
  'use strict';
  var svg = document.querySelector('svg.map');
  var tracks = Array.prototype.slice.call(svg.querySelectorAll('svg.track'));
  var axis = svg.querySelector('#axis');
  var tip = document.getElementById('tip');
  var FULL = 1000000;
  var scale = Number(axis.getAttribute('data-scale'));
  var left = Number(axis.getAttribute('data-left'));
  var width = Number(axis.getAttribute('data-width'));
  var from = 0;
  var span = FULL;

  // The texts become labels, so that the browser does not show its own slow tool tips too.
  svg.querySelectorAll('.track title').forEach(function (title) {
    title.parentNode.setAttribute('aria-label', title.textContent);
    title.remove();
  });

  function bytes(n) {
    var units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
    var u = 0;
    while (n >= 1024 && u < units.length - 1) { n /= 1024; u++; }
    return (u === 0 ? Math.round(n) : n.toFixed(n < 10 ? 2 : 1)) + ' ' + units[u];
  }

  function draw() {
    span = Math.min(FULL, Math.max(FULL / 1e6, span));
    from = Math.min(FULL - span, Math.max(0, from));
    tracks.forEach(function (t) {
      t.setAttribute('viewBox', from + ' 0 ' + span + ' ' + t.getAttribute('height'));
    });
    var texts = axis.querySelectorAll('text');
    texts.forEach(function (text, i) {
      var at = from + span * i / (texts.length - 1);
      text.textContent = bytes(at / FULL * scale);
    });
  }

  function zoom(factor, at) {
    var middle = from + span * at;
    span = Math.min(FULL, span * factor);
    from = middle - span * at;
    draw();
  }

  function place(event) {
    var box = svg.getBoundingClientRect();
    var x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    return Math.min(1, Math.max(0, (x - left) / width));
  }

  document.getElementById('in').addEventListener('click', function () { zoom(0.5, 0.5); });
  document.getElementById('out').addEventListener('click', function () { zoom(2, 0.5); });
  document.getElementById('whole').addEventListener('click', function () { from = 0; span = FULL; draw(); });
  document.getElementById('back').addEventListener('click', function () { from -= span / 4; draw(); });
  document.getElementById('on').addEventListener('click', function () { from += span / 4; draw(); });
  svg.addEventListener('wheel', function (event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, place(event));
    }
  }, { passive: false });
  svg.addEventListener('dblclick', function (event) { zoom(0.5, place(event)); });

  var drag = null;
  svg.addEventListener('pointerdown', function (event) { drag = { at: place(event), from: from }; });
  window.addEventListener('pointerup', function () { drag = null; });
  svg.addEventListener('pointermove', function (event) {
    if (drag) {
      from = drag.from - (place(event) - drag.at) * span;
      draw();
    }
    var text = event.target.getAttribute && event.target.getAttribute('aria-label');
    tip.style.display = text ? 'block' : 'none';
    if (text) {
      tip.textContent = text;
      var x = event.clientX + 14;
      var y = event.clientY + 14;
      if (x + tip.offsetWidth > window.innerWidth) { x = Math.max(0, event.clientX - tip.offsetWidth - 10); }
      if (y + tip.offsetHeight > window.innerHeight) { y = Math.max(0, event.clientY - tip.offsetHeight - 10); }
      tip.style.left = x + 'px';
      tip.style.top = y + 'px';
    }
  });
  svg.addEventListener('pointerleave', function () { tip.style.display = 'none'; });

  svg.querySelectorAll('.legend').forEach(function (entry) {
    var shapes = svg.querySelectorAll('.' + entry.getAttribute('data-group'));
    function pick(on) {
      svg.classList.toggle('pick', on);
      shapes.forEach(function (s) { s.classList.toggle('on', on); });
    }
    entry.addEventListener('pointerenter', function () { pick(true); });
    entry.addEventListener('pointerleave', function () { pick(false); });
  });
})();
