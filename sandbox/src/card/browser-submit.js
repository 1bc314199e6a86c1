document.getElementById('back').submit()
